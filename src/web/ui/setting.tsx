import { type ReactNode, useId } from 'react'

type Props = { title: string; sentence: ReactNode; children: ReactNode }

export function Setting({ title, sentence, children }: Props) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="grid gap-6 border-line border-t py-10 lg:grid-cols-[18rem_minmax(0,32rem)] lg:gap-16"
    >
      <div>
        <h2 id={id} className="text-subhead">
          {title}
        </h2>
        <p className="mt-1.5 max-w-96 text-ink-2 text-ui">{sentence}</p>
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  )
}
