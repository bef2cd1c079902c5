import { pgVectorCases } from "./pg-vector-cases.ts";

pgVectorCases();
