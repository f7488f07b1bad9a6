import { type ReactNode, useId } from 'react'

type Props = {
  title: string
  sentence: ReactNode
  /** The heading can get the focus by this ID. */
  id?: string
  children: ReactNode
}

export function Setting({ title, sentence, id: givenId, children }: Props) {
  const ownId = useId()
  const id = givenId ?? ownId
  return (
    <section
      aria-labelledby={id}
      className="grid gap-6 border-line border-t py-10 lg:grid-cols-[18rem_minmax(0,32rem)] lg:gap-16"
    >
      <div>
        <h2 id={id} tabIndex={-1} className="text-subhead outline-none">
          {title}
        </h2>
        <p className="mt-1.5 max-w-96 text-ink-2 text-ui">{sentence}</p>
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  )
}
