export * as interrupt from "./interrupt.ts";
