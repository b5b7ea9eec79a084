// esbuild hands style sheets over as text; they become constructed style sheets, which strict CSPs allow.
declare module "*.css" {
  const text: string;
  export default text;
}
