// What a reader sees of a text: signs that no screen shows, and letters that look like others. As in ../shared/letters.py,
// whose lists these are.

const LOOK_ALIKES = "аaеeоoрpсcуyхxѕsіiјjԛqԝwһhӏlԁdкkАAВBЕEКKМMНHОOРPСCТTУYХXЅSІIЈJԚQԜWӀIԌG"
  + "αaοoρpνvιiκkυuχxγyϲcϳjηnτtσoςoΑAΒBΕEΖZΗHΙIΚKΜMΝNΟOΡPΤTΥYΧXϹCͿJ"
  + "օoսuոnհhցgզqՕOՏSԼLՍU"
  + "ᎪAᎬEᎻHᎫJᏦKᏞLᎷMᏢPᎡRᏚSᎢTᏔWᎽYᏃZᎠDᏀGᏟCᏴB"
  + "ꓐBꓑPꓓDꓔTꓖGꓗKꓙJꓚCꓜZꓝFꓟMꓠNꓡLꓢSꓣRꓦVꓧHꓪWꓫXꓬYꓮAꓰEꓲIꓳOꓴU"
  + "ıiɑaɡgɩiᴀaʙbᴄcᴅdᴇeɢgʜhɪiᴊjᴋkʟlᴍmɴnᴏoᴘpʀrꜱsᴛtᴜuᴠvᴡwʏyᴢz";
const SAME_STROKES = "Il1l|l0O"; // pairs within one alphabet
const IGNORED = /[\p{Default_Ignorable_Code_Point}\u2800]/gu; // the empty pattern of Braille is empty too
const HIDDEN = /(?![ \n])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;

function pairs(text) {
  const letters = [...text];
  return new Map(letters.flatMap((letter, at) => (at % 2 === 0 ? [[letter, letters[at + 1]]] : [])));
}

const LATIN = pairs(LOOK_ALIKES), STROKES = pairs(SAME_STROKES);

// Whether a text has signs that no screen shows, or that turn the direction of others.
export function isHidden(text) {
  return HIDDEN.test(text);
}

// The same for all texts that a reader can hardly tell apart: capitals and blanks make no difference.
export function readsAs(text) {
  const swapped = (letters, map) => [...letters].map((letter) => map.get(letter) ?? letter).join("");
  const shown = swapped(swapped(text.normalize("NFKC"), LATIN).replace(IGNORED, ""), STROKES);
  return shown.toUpperCase().toLowerCase().split(/\s+/u).filter((word) => word !== "").join(" ");
}
