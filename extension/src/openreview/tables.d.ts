// esbuild hands text files over as text.
declare module "*.txt" {
  const text: string;
  export default text;
}
