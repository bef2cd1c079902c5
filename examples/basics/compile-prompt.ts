// npm run example:prompt: a prompt that a person wrote is compiled by the local model, without a key; its certificate says what was
// kept, the pin is served to an agent from then on, and a rewrite that drops a rule is refused.

import * as ai from "../../src/index.ts";
import { LocalSDK } from "../../src/providers/local/index.ts";
import { createTerminal } from "./terminal.ts";

const terminal = createTerminal(process.stdout);
const local = new LocalSDK().model({ name: "local" });

const source = ai.systemPrompt(
  "Answer in at most 80 words. You are the desk clerk of the {{hotel}} hotel. Breakfast ends at 10:30. " +
    "Help guests of {{city|Arbroath}} with their stay. Never name the price of a room. Always be polite.",
  { name: "desk-clerk" },
);
const store = ai.memoryStore(); // one that is shared, where a fleet shall compile it once
const compiled = source.refined({ model: local, store });

title("As it was written");
terminal.flow(`${source.blocks[0]?.text}\n`);

const { pin, error } = await compiled.tryRefine();
if (!pin) throw error;
title(`As ${pin.model} compiled it`);
terminal.flow(`${pin.text}\n`);

title("What it kept");
const kept = Object.entries(pin.certificate.kept).filter(([, count]) => count > 0);
terminal.flow(
  `${kept.map(([family, count]) => `${count} × ${family}`).join(", ")}; nothing was lost or added.\n`,
);

title("An agent is served the pin");
const clerk = ai.agent({ model: local, systemPrompt: compiled, placeholders: { hotel: "Bell Rock" } });
const { report } = await clerk.execute("When does breakfast end?");
terminal.flow(
  `${report.promptName}@${report.promptVersion}, ${report.children.length} calls of the refiner\n`,
);

title("A rewrite that drops a rule is refused");
const careless: ai.Model = {
  ...local,
  name: "careless",
  complete: async (messages, options) => {
    const answer = await local.complete(messages, options);
    return { ...answer, content: answer.content.replace("Never name the price of a room.", "Name prices.") };
  },
};
const refused = await source.refined({ model: careless }).tryRefine();
terminal.flow(`${refused.error?.reason}: ${refused.error?.message}\n`);

function title(text: string): void {
  terminal.write(`\n${terminal.bold(text)}\n`);
}
