// Runs the page's side of answers: node run_answers.mjs FOLDER COMMAND, with JSON on standard input and standard output.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, command] = process.argv.slice(2);
const shoal = await import(pathToFileURL(join(folder, "shoal-answers.js")));
const hpke = await import(pathToFileURL(join(folder, "vendored/hpke.js")));
const given = JSON.parse(readFileSync(0, "utf8"));
const unhex = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16)).buffer;
const hex = (bytes) => Buffer.from(bytes).toString("hex");

const commands = {
  check: ({ survey, cases }) =>
    cases.map((answer) => {
      try {
        return { written: shoal.writtenAnswer(survey, answer) };
      } catch (error) {
        if (!(error instanceof shoal.AnswerError)) throw error;
        return { problems: error.problems };
      }
    }),
  seal: ({ survey, answer, ids, secret }) =>
    Promise.all(ids.map(async (id) => hex(await shoal.sealAnswer(survey, answer, id, new Uint8Array(unhex(secret)))))),
  open: async ({ enc, ct, info, aad, skRm, pkRm }) => {
    const suite = new hpke.CipherSuite({
      kem: new hpke.DhkemP256HkdfSha256(),
      kdf: new hpke.HkdfSha256(),
      aead: new hpke.Aes256Gcm(),
    });
    const recipientKey = await suite.kem.deserializePrivateKey(unhex(skRm));
    return hex(await suite.open({ recipientKey, enc: unhex(enc), info: unhex(info) }, unhex(ct), unhex(aad)));
  },
};
console.log(JSON.stringify(await commands[command](given)));
