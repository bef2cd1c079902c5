import type { ModelPricing } from "../../core/usage.ts";
import type { ServiceTarget } from "../adapter/call-service.ts";
import type { Transport } from "../adapter/transport.ts";

/** Which model is asked, and over what. */
export interface MediaTarget extends ServiceTarget {
  readonly transport: Pick<Transport<unknown>, "send">;
  /** Tells whether OpenAI itself is asked. */
  readonly baseURL?: string | undefined;
  /** The prices of the SDK, by model. */
  readonly pricing?: Readonly<Record<string, ModelPricing>> | undefined;
}
