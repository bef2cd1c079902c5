/** What the vectors are like. */
export interface SyntheticOptions {
  readonly count: number;
  readonly dimensions: number;
  readonly queries: number;
  readonly seed?: number | undefined;
  readonly topics?: number | undefined;
  /** How far the members of a topic are from its centre, beside the distance between centres. */
  readonly spread?: number | undefined;
}

export interface SyntheticVectors {
  readonly dimensions: number;
  /** All vectors, one after the other. */
  readonly rows: Float32Array<ArrayBuffer>;
  readonly queries: readonly Float32Array<ArrayBuffer>[];
}

/**
 * Vectors of length 1 like those of an embedder, always the same for one seed: topics are drawn from a Gaussian whose first 64
 * axes carry most of the variance, members from a narrower one around their topic, and queries are members with noise.
 */
export function syntheticVectors(options: SyntheticOptions): SyntheticVectors {
  const { count, dimensions, queries, seed = 7, topics = 500, spread = 0.7 } = options;
  const normal = normals(seed);
  const deviations = Float64Array.from({ length: dimensions }, (_, axis) =>
    axis < 64 ? 1 / Math.sqrt(1 + axis / 8) : 0.12,
  );
  const centres = Float32Array.from({ length: topics * dimensions }, (_, at) => {
    return normal() * (deviations[at % dimensions] ?? 0);
  });
  const rows = new Float32Array(count * dimensions);
  for (let row = 0; row < count; row += 1) {
    const centre = (Math.imul(row, 0x9e3779b1) >>> 0) % topics;
    const unit = rows.subarray(row * dimensions, (row + 1) * dimensions);
    for (let axis = 0; axis < dimensions; axis += 1) {
      const noise = normal() * spread * (deviations[axis] ?? 0);
      unit[axis] = (centres[centre * dimensions + axis] ?? 0) + noise;
    }
    normalize(unit);
  }
  const asked = Array.from({ length: queries }, (_, index) => {
    const member = (Math.imul(index + 1, 0x85ebca6b) >>> 0) % count;
    const query = rows.slice(member * dimensions, (member + 1) * dimensions);
    const size = Math.hypot(...deviations);
    for (let axis = 0; axis < dimensions; axis += 1) {
      query[axis] = (query[axis] ?? 0) + (normal() * 0.5 * (deviations[axis] ?? 0)) / size;
    }
    normalize(query);
    return query;
  });
  return { dimensions, rows, queries: asked };
}

function normalize(vector: Float32Array): void {
  let squares = 0;
  for (const value of vector) squares += value * value;
  const scale = 1 / Math.sqrt(squares);
  for (let axis = 0; axis < vector.length; axis += 1) vector[axis] = (vector[axis] ?? 0) * scale;
}

/** Numbers of a normal distribution (Box and Muller, over a generator of 32 bits by Marsaglia). */
function normals(seed: number): () => number {
  let state = Math.imul(seed, 0x9e3779b1) | 1;
  const uniform = (): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return ((state >>> 0) + 0.5) / 2 ** 32;
  };
  let spare: number | undefined;
  return () => {
    if (spare !== undefined) {
      const value = spare;
      spare = undefined;
      return value;
    }
    const radius = Math.sqrt(-2 * Math.log(uniform()));
    const angle = 2 * Math.PI * uniform();
    spare = radius * Math.sin(angle);
    return radius * Math.cos(angle);
  };
}
