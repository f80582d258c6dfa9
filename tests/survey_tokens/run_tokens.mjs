// Runs the page's side of tokens: node run_tokens.mjs MODULE COMMAND, with JSON on standard input and standard output.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [modulePath, command] = process.argv.slice(2);
const shoal = await import(pathToFileURL(modulePath));
const given = JSON.parse(readFileSync(0, "utf8"));

async function refused(action) {
  try {
    return { value: await action() };
  } catch (error) {
    if (!(error instanceof shoal.TokenError)) throw error;
    return { why: error.why };
  }
}

const unhex = (text) => shoal.toBase64url(Uint8Array.from(text.match(/../g), (pair) => parseInt(pair, 16)));
const commands = {
  ask: ({ survey, issuer, n }) => Promise.all(Array.from({ length: n }, () => shoal.newRequest(survey, issuer))),
  finish: ({ issuer, requests, answers }) =>
    Promise.all(requests.map((request, at) => refused(() => shoal.finishedToken(request, issuer, answers[at])))),
  keys: ({ survey, issuers }) => Promise.all(issuers.map((issuer) => refused(async () => !!(await shoal.newRequest(survey, issuer))))),
  codes: ({ survey, typed }) => Promise.all(typed.map((code) => refused(() => shoal.codeId(survey, code)))),
  secrets: ({ survey, typed }) => Promise.all(typed.map((code) => shoal.secretOfCode(survey, code))),
  vectors: ({ issuer, tokens }) =>
    Promise.all(
      tokens.map(async (each) => {
        const request = { prepared: unhex(each.prepared), inverse: unhex(each.inverse), secret: unhex(each.secret) };
        const token = await shoal.finishedToken(request, issuer, unhex(each.blind_signature));
        return { token, id: await shoal.tokenId(token), proof: await shoal.proofOf(token.secret) };
      }),
    ),
};
console.log(JSON.stringify(await commands[command](given)));
