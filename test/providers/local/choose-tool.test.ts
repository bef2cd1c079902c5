import { describe, expect, it } from "vitest";
import type { ModelTool } from "../../../src/contracts/model.ts";
import { chooseTool } from "../../../src/providers/local/choose-tool.ts";
import { fillArguments } from "../../../src/providers/local/fill-arguments.ts";

const weather: ModelTool = {
  name: "get_weather",
  description: "Current weather of a city",
  input: {
    type: "object",
    properties: {
      city: { type: "string" },
      unit: { enum: ["celsius", "fahrenheit"], default: "celsius" },
      days: { type: "integer", minimum: 1, maximum: 10 },
    },
    required: ["city", "unit"],
  },
};
const search: ModelTool = {
  name: "search",
  description: "Searches the documentation",
  input: { type: "object", properties: { query: { type: "string" } }, required: ["query"] },
};
const calculate: ModelTool = {
  name: "calculate",
  description: "Evaluates an arithmetic expression",
  input: { type: "object", properties: { expression: { type: "string" } }, required: ["expression"] },
};
const trains: ModelTool = {
  name: "findTrains",
  description: "Train connections between two stations",
  input: {
    type: "object",
    properties: {
      from: { type: "string" },
      to: { type: "string" },
      passengers: { type: "integer", default: 1 },
    },
    required: ["from", "to", "passengers"],
  },
};
const tools = [weather, search, calculate, trains];

describe("chooseTool", () => {
  it.each([
    ["What's the weather in New York?", "get_weather"],
    ["What is 12 * (7+3)?", "calculate"],
    ["Find me a train from Oslo to Bergen", "findTrains"],
    ["Why is the sky blue?", "search"],
    ["explain gimbal lock", "search"],
  ])("%s goes to %s", (question, name) => {
    expect(chooseTool(question, tools)?.name).toBe(name);
  });

  it.each(["hello", "Hi there!", "Thanks a lot.", "good morning"])("%s goes to no tool", (message) => {
    expect(chooseTool(message, tools)).toBeUndefined();
  });

  it("finds none where no word fits and nothing searches", () => {
    expect(chooseTool("Why is the sky blue?", [weather, calculate])).toBeUndefined();
    expect(chooseTool("anything", [])).toBeUndefined();
  });
});

describe("fillArguments", () => {
  it.each([
    [search, "How tall is it?", { query: "How tall is it?" }],
    [weather, "What's the weather in New York today?", { city: "New York", unit: "celsius" }],
    [weather, "weather in paris in fahrenheit for 3 days", { city: "paris", unit: "fahrenheit", days: 3 }],
    [calculate, "What is 12 * (7+3)?", { expression: "12 * (7+3)" }],
    [trains, "A train from Oslo to Bergen for two passengers", { from: "Oslo", to: "Bergen", passengers: 2 }],
    [trains, "A train from Oslo to Bergen", { from: "Oslo", to: "Bergen", passengers: 1 }],
  ])("%#", (tool, question, expected) => {
    expect(fillArguments(tool, question)).toEqual(expected);
  });

  it("reads ids, quotes, dates, addresses and choices", () => {
    const properties = {
      orderId: { type: "string" },
      title: { type: "string" },
      due: { type: "string", format: "date" },
      email: { type: "string", format: "email" },
      tags: { type: "array", items: { enum: ["urgent", "later", "billing"] } },
      notify: { type: "boolean" },
    };
    const tool: ModelTool = {
      name: "ticket",
      description: "",
      input: { type: "object", properties, required: Object.keys(properties) },
    };
    const question =
      'Open a ticket "Lamp is out" for order A-1234, urgent, billing, due 3 May 2026, do not notify anna@example.org.';
    expect(fillArguments(tool, question)).toEqual({
      orderId: "A-1234",
      title: "Lamp is out",
      due: "2026-05-03",
      email: "anna@example.org",
      tags: ["urgent", "billing"],
      notify: false,
    });
  });

  it("asks by query where the schema cannot be read", () => {
    const opaque: ModelTool = {
      name: "lookup",
      description: "",
      input: { "~standard": { version: 1, vendor: "none", validate: (value: unknown) => ({ value }) } },
    };
    expect(fillArguments(opaque, " tides? ")).toEqual({ query: "tides?" });
  });
});
