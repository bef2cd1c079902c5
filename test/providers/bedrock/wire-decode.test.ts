import { describeDecoding } from "../wire/decode-suite.ts";
import { nameOf } from "./converse-rows.ts";
import { decoder, modelOver } from "./support.ts";

await describeDecoding<string>({
  api: "bedrock-converse",
  name: "Converse",
  modelOf: (row, fetch) => modelOver(fetch, { name: nameOf(row) }),
  isServerTool: (name) => name === "nova_code_interpreter",
  decoderOf: (row) => decoder(nameOf(row)),
});
