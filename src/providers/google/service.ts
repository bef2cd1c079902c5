import type { ModelPricing } from "../../core/usage.ts";
import type { ServiceTarget } from "../adapter/call-service.ts";
import type { Transport } from "../adapter/transport.ts";

/** How Vertex AI is reached. */
export interface VertexOptions {
  /** The Google Cloud project; left out in express mode, which has an API key alone. */
  readonly project?: string | undefined;
  /** Such as `europe-west4`. Default `global`. */
  readonly location?: string | undefined;
  /** An OAuth 2.0 access token; it is good for an hour. */
  readonly accessToken?: string | undefined;
  /** Asked for an access token with every request; keep it as long as it is good. */
  readonly getAccessToken?: () => string | Promise<string>;
}

/** Who answers, and over what. */
export interface GoogleService {
  readonly provider: string;
  readonly pricing?: Readonly<Record<string, ModelPricing>> | undefined;
  readonly transport: Pick<Transport<unknown>, "send">;
  /** Vertex AI has requests of its own for embeddings. */
  readonly isVertex: boolean;
  /** The path of a method of a model, below the base URL. */
  path(model: string, method: string): string;
}

/** Which model of a service is asked. */
export interface GoogleMediaTarget extends ServiceTarget {
  readonly service: GoogleService;
}

/**
 * The address of a service of Vertex AI, for a region, for a continent (`us`, `eu`) or for all of the world.
 *
 * @example
 * vertexURL({ project: "p", location: "europe-west4" }); // "https://europe-west4-aiplatform.googleapis.com/v1beta1"
 */
export function vertexURL({ project, location = "global" }: VertexOptions): string {
  const isGlobal = !project || location === "global";
  const host = /^(?:us|eu)$/.test(location)
    ? `aiplatform.${location}.rep.googleapis.com`
    : `${location}-aiplatform.googleapis.com`;
  return `https://${isGlobal ? "aiplatform.googleapis.com" : host}/v1beta1`;
}

/**
 * The path of a model, by its name alone or with what stands before it: `tunedModels/…`, `publishers/…`, `projects/…`.
 *
 * @example
 * modelPath("gemini-2.5-flash", undefined); // "models/gemini-2.5-flash"
 * modelPath("gemini-2.5-flash", { project: "p" }); // "projects/p/locations/global/publishers/google/models/gemini-2.5-flash"
 */
export function modelPath(name: string, vertex: VertexOptions | undefined): string {
  if (!vertex) return name.includes("/") ? name : `models/${name}`;
  if (name.startsWith("projects/")) return name;
  const { project, location = "global" } = vertex;
  const resource = /^(?:publishers|models|endpoints)\//.test(name) ? name : publisherPath(name);
  return project ? `projects/${project}/locations/${location}/${resource}` : resource;
}

/** A model of another maker is named as `maker/model`. */
function publisherPath(name: string): string {
  const [maker, model] = name.split("/");
  return model ? `publishers/${maker}/models/${model}` : `publishers/google/models/${name}`;
}
