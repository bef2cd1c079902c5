import type { ProviderMetadata } from "../../contracts/message.ts";
import type { CallTarget } from "../adapter/failure.ts";
import type { WireRequest } from "../adapter/protocol.ts";
import type { GoogleMetadata, Place } from "./wire.ts";

/**
 * The metadata of what carries a signature: the signature byte for byte, and the model that made it. Nothing for what
 * carries none.
 *
 * @example
 * signed("c2ln", { provider: "google", name: "gemini-3-pro" });
 * // { providerMetadata: { google: { thoughtSignature: "c2ln", model: "gemini-3-pro" } } }
 */
export function signed(
  thoughtSignature: unknown,
  { name: model }: CallTarget,
): { providerMetadata?: ProviderMetadata } {
  return thoughtSignature ? { providerMetadata: { google: { thoughtSignature, model } } } : {};
}

/**
 * The metadata of a message: what is noted about it, and the places of its parts where a text and the calls after it do not
 * tell all.
 *
 * @example
 * placed([{ textLength: 2 }, { callId: "call_1" }], {}, { provider: "google", name: "gemini-3-pro" }); // undefined
 */
export function placed(
  places: readonly Place[],
  notes: Readonly<Record<string, unknown>>,
  { name: model }: CallTarget,
): ProviderMetadata | undefined {
  const isPlain = places.every(
    (place, index) => "callId" in place || ("textLength" in place && !place.thoughtSignature && index === 0),
  );
  if (isPlain && Object.keys(notes).length === 0) return undefined;
  return { google: { ...notes, ...(!isPlain && { model, parts: places }) } };
}

/**
 * What of the metadata the service gets back: nothing that another model made, since it refuses signatures of others.
 *
 * @example
 * ownMetadata({ google: { thoughtSignature: "c2ln", model: "gemini-3-pro" } }, "gemini-3-pro"); // { thoughtSignature: "c2ln" }
 */
export function ownMetadata(metadata: ProviderMetadata | undefined, asked: string): WireRequest {
  const { model = asked, extra_content: _, ...own }: GoogleMetadata = Object(metadata?.google);
  if (model === asked) return own;
  const { thoughtSignature: _signature, parts: _parts, ...others } = own;
  return others;
}
