const base =
  'inline-flex items-center justify-center gap-2 rounded-control border font-medium whitespace-nowrap no-underline cursor-pointer transition-colors ' +
  'disabled:cursor-not-allowed disabled:border-line disabled:bg-sunken disabled:text-ink-3 ' +
  'aria-disabled:cursor-not-allowed aria-disabled:border-line aria-disabled:bg-sunken aria-disabled:text-ink-3'
const usual = `${base} min-h-11 py-2 text-ui`
const big = `${base} min-h-13 px-6.5 text-body`
const primary = 'border-transparent bg-primary text-on-primary hover:bg-primary-hover'
const plain = 'border-line-control bg-surface hover:bg-hover'
const ghost = 'border-transparent text-ink-2 hover:bg-hover hover:text-ink'

/**
 * These are classes instead of a component, because a button can be a `<button>`, a router link or a plain `<a>`.
 * Don't put two classes that set the same property into one style, because their order here doesn't decide which wins.
 */
export const buttonStyle = {
  primary: `${usual} px-4.5 ${primary}`,
  primaryBig: `${big} ${primary}`,
  plain: `${usual} px-4.5 ${plain}`,
  primaryOnTouch: `${usual} px-4.5 ${plain} pointer-coarse:border-transparent pointer-coarse:bg-primary pointer-coarse:text-on-primary`,
  ghost: `${usual} px-3 ${ghost}`,
  ghostDanger: `${usual} px-3 border-transparent text-danger hover:bg-danger-soft`,
  ghostBig: `${big} ${ghost}`,
  danger: `${usual} px-4.5 border-transparent bg-danger text-on-danger hover:bg-danger-hover`,
  dangerQuiet: `${usual} px-4.5 border-danger/55 text-danger hover:bg-danger-soft`,
  icon: `${base} size-11 shrink-0 ${ghost}`,
  iconPlain: `${base} size-11 shrink-0 ${plain}`,
  iconDanger: `${base} size-11 shrink-0 border-transparent text-ink-2 hover:bg-danger-soft hover:text-danger`,
}

export type ButtonKind = keyof typeof buttonStyle
