import type { ComponentProps, ElementType } from 'react'

/** The language that letters give away. */
const letters: [pattern: RegExp, language: string][] = [
  [/ß|(?:[äöü].*)(?:sch|ung|ck|ei)|(?:sch|ung|ck|ei)(?:.*[äöü])/i, 'de'],
  [/[а-яё]/i, 'ru'],
  [/[α-ω]/i, 'el'],
]
export const languageOf = (text: string) => letters.find(([pattern]) => pattern.test(text))?.[1]

type Props<Tag extends ElementType> = { as: Tag; text: string } & Omit<ComponentProps<Tag>, 'as' | 'children'>

/**
 * What somebody wrote, in whatever language: it runs in its own direction, and long words are hyphenated by the rules of its
 * language. Where its letters do not tell which that is, they break where they must, without a hyphen: one at the wrong
 * place looks like a mistake of whoever wrote it.
 */
export function UserText<Tag extends ElementType>({ as, text, className = '', ...rest }: Props<Tag>) {
  const Element: ElementType = as
  const language = languageOf(text)
  return (
    <Element
      {...rest}
      dir="auto"
      lang={language}
      className={`wrap-anywhere ${language ? 'hyphenated' : ''} ${className}`}
    >
      {text}
    </Element>
  )
}
