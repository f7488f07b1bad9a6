/** Compiled by `build/markdown.ts`. */
declare module '*.md' {
  const text: import('#web/ui/article.tsx').ArticleText
  export default text
}
