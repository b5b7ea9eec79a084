/** Values as compressed JSON: findings shrink to a seventh, and their size is known. */

export async function packed(value: unknown): Promise<ArrayBuffer> {
  return through(new Blob([JSON.stringify(value)]), new CompressionStream("gzip"));
}

export async function unpacked<T>(bytes: ArrayBuffer): Promise<T> {
  const text = new TextDecoder().decode(await through(new Blob([bytes]), new DecompressionStream("gzip")));
  return JSON.parse(text) as T;
}

function through(blob: Blob, stream: CompressionStream | DecompressionStream): Promise<ArrayBuffer> {
  return new Response(blob.stream().pipeThrough(stream)).arrayBuffer();
}
