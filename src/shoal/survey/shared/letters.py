"""What a reader sees of a text: signs that no screen shows, and letters that look like others.

The same lists are in `../browser/shoal-letters.js`; a test compares them.
"""

from __future__ import annotations

import re
import unicodedata

# Default_Ignorable_Code_Point of Unicode 16 (DerivedCoreProperties.txt), and the empty pattern of Braille.
IGNORED = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff"
    "\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff\u2800]"
)
# Letters of other alphabets beside the Latin ones that they look like: pairs of confusables.txt (Unicode Technical
# Standard 39) for Cyrillic, Greek, Armenian, Cherokee and Lisu letters, and Latin small capitals.
LOOK_ALIKES = (
    "аaеeоoрpсcуyхxѕsіiјjԛqԝwһhӏlԁdкkАAВBЕEКKМMНHОOРPСCТTУYХXЅSІIЈJԚQԜWӀIԌG"
    "αaοoρpνvιiκkυuχxγyϲcϳjηnτtσoςoΑAΒBΕEΖZΗHΙIΚKΜMΝNΟOΡPΤTΥYΧXϹCͿJ"
    "օoսuոnհhցgզqՕOՏSԼLՍU"
    "ᎪAᎬEᎻHᎫJᏦKᏞLᎷMᏢPᎡRᏚSᎢTᏔWᎽYᏃZᎠDᏀGᏟCᏴB"
    "ꓐBꓑPꓓDꓔTꓖGꓗKꓙJꓚCꓜZꓝFꓟMꓠNꓡLꓢSꓣRꓦVꓧHꓪWꓫXꓬYꓮAꓰEꓲIꓳOꓴU"
    "ıiɑaɡgɩiᴀaʙbᴄcᴅdᴇeɢgʜhɪiᴊjᴋkʟlᴍmɴnᴏoᴘpʀrꜱsᴛtᴜuᴠvᴡwʏyᴢz"
)
SAME_STROKES = "Il1l|l0O"  # pairs within one alphabet
_LATIN = str.maketrans(dict(zip(LOOK_ALIKES[::2], LOOK_ALIKES[1::2], strict=True)))
_STROKES = str.maketrans(dict(zip(SAME_STROKES[::2], SAME_STROKES[1::2], strict=True)))


def is_hidden(text: str) -> bool:
    """Whether a text has signs that no screen shows, or that turn the direction of others."""
    return IGNORED.search(text) is not None or any(not letter.isprintable() and letter != "\n" for letter in text)


def latin_letters(text: str) -> str:
    """The text with the Latin letters that some of its letters look like; those of a Latin text stay."""
    return unicodedata.normalize("NFKC", text).translate(_LATIN)


def reads_as(text: str) -> str:
    """The same for all texts that a reader can hardly tell apart: capitals and blanks make no difference."""
    shown = IGNORED.sub("", latin_letters(text)).translate(_STROKES)
    return " ".join(shown.casefold().split())
