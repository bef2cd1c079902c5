import type { Search } from "../scan.ts";

/** Families of secrets. */
export type SecretFamily =
  | "api-key"
  | "jwt"
  | "private-key"
  | "url-password"
  | "authorization"
  | "assignment";

/** Adds what a rule found, unless the caller knows it as harmless. */
export type Report = (search: Search, start: number, end: number, label: SecretFamily, score: number) => void;
