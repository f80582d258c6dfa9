// Runs the shared vectors in JavaScript: node run_vectors.mjs MODULE VECTOR… prints one JSON object for each vector.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [modulePath, ...paths] = process.argv.slice(2);
const shoal = await import(pathToFileURL(modulePath));
for (const path of paths) {
  const { specification, cases } = JSON.parse(readFileSync(path, "utf8"));
  const document = shoal.readSpecification(specification);
  const cells = cases.map(({ answers }) => {
    try {
      return shoal.cellOf(document, answers);
    } catch (error) {
      if (!(error instanceof shoal.SpecificationError)) throw error;
      return null;
    }
  });
  const findings = await shoal.verify(document);
  const chances = document.cells.map((_, cell) => shoal.ownChance(document, cell));
  console.log(JSON.stringify({ digest: await shoal.digestOf(document), cells, findings, chances }));
}
