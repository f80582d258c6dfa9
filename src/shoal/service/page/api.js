// What the operator's page asks the service for.

import { Requests } from "./requests.js";

export { Refused, Unreachable } from "./requests.js";

export class Api extends Requests {
  overview() {
    return this.json("GET", "/v1/overview");
  }

  generations() {
    return this.json("GET", "/v1/generations");
  }

  generation(number) {
    return this.json("GET", `/v1/generations/${number}`);
  }

  cells(number) {
    return this.json("GET", `/v1/generations/${number}/cells`);
  }

  report(number) {
    return this.json("GET", `/v1/generations/${number}/report`);
  }

  design(wish) {
    return this.json("POST", "/v1/generations", wish);
  }

  publish(number) {
    return this.json("POST", `/v1/generations/${number}/publish`);
  }

  rollBack() {
    return this.json("POST", "/v1/generations/roll-back");
  }

  discard(number) {
    return this.json("DELETE", `/v1/generations/${number}`);
  }

  /** Server-sent events of a design, read by fetch because EventSource cannot send the key as a header. */
  async *events(number, signal) {
    const answer = await this.send("GET", `/v1/generations/${number}/events`, undefined, signal);
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    try {
      for (;;) {
        const { value, done } = await reader.read();
        if (done) return;
        text += value;
        const blocks = text.split("\n\n");
        text = blocks.pop();
        for (const block of blocks) yield eventOf(block);
      }
    } finally {
      reader.cancel().catch(() => {});
    }
  }
}

function eventOf(block) {
  const event = { kind: "message", data: "" };
  for (const line of block.split("\n")) {
    if (line.startsWith("event: ")) event.kind = line.slice(7);
    if (line.startsWith("data: ")) event.data += line.slice(6);
  }
  return { kind: event.kind, data: JSON.parse(event.data) };
}
