import { postgresCases } from "./postgres-cases.ts";

postgresCases();
