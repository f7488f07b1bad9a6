import { Pencil } from 'lucide-react'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { titleMaxLength } from '#shared/limits.ts'
import { errorMessage } from '#web/lib/error-message.ts'
import { IconButton } from './icon-button.tsx'

const saveAfterMs = 800

const titleStyle =
  'block field-sizing-content min-h-11 w-full max-w-full resize-none overflow-hidden pr-1.5 pb-[0.0625em] font-medium text-[length:var(--title-size,clamp(2rem,1.4rem+2.6vw,3.5rem))] leading-[1.08] tracking-[-0.03em] ' +
  'supports-[field-sizing:content]:w-auto shadow-[0_1.5px_0_transparent] transition-shadow hover:shadow-[0_1.5px_0_color-mix(in_srgb,currentColor_60%,transparent)] ' +
  'focus-visible:shadow-[0_2px_0_currentColor] focus-visible:outline-0'

type Props = {
  title: string
  /** undefined until the link exists. Edits made before that are saved once it does. */
  onSave: ((title: string) => Promise<unknown>) | undefined
}

export function EditableTitle({ title, onSave }: Props) {
  const [text, setText] = useState(title)
  const [problem, setProblem] = useState('')
  const field = useRef<HTMLTextAreaElement>(null)
  const saved = useRef(title)
  const problemId = useId()

  const save = async () => {
    const wanted = text.trim()
    if (wanted === '') return setProblem('Title is required')
    if (!onSave || wanted === saved.current) return
    const before = saved.current
    saved.current = wanted
    try {
      await onSave(wanted)
      setProblem('')
    } catch (error) {
      saved.current = before
      setProblem(errorMessage(error, 'Failed to update link. Please try again.'))
    }
  }
  const latestSave = useRef(save)
  latestSave.current = save

  const canSave = onSave !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change to the text restarts the timer
  useEffect(() => {
    if (!canSave) return
    const timer = setTimeout(() => void latestSave.current(), saveAfterMs)
    return () => clearTimeout(timer)
  }, [text, canSave])
  // Also save if the user leaves the page before the timer fires.
  useEffect(() => () => void latestSave.current(), [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: every change to the text can change the height
  useLayoutEffect(() => {
    if (!field.current || CSS.supports('field-sizing', 'content')) return
    field.current.style.height = 'auto'
    field.current.style.height = `${field.current.scrollHeight}px`
  }, [text])

  return (
    <div>
      <div className="flex items-end gap-1">
        <textarea
          ref={field}
          rows={1}
          dir="auto"
          className={titleStyle}
          aria-label="Title"
          aria-invalid={problem !== ''}
          aria-describedby={problem ? problemId : undefined}
          maxLength={titleMaxLength}
          value={text}
          onChange={({ target }) => {
            setText(target.value.replace(/\s*\n\s*/g, ' '))
            setProblem('')
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            void save()
          }}
          onBlur={() => void save()}
        />
        <IconButton icon={Pencil} label="Change the title" onClick={() => field.current?.select()} />
      </div>
      {problem && (
        <p id={problemId} role="alert" className="mt-1 text-danger text-ui">
          {problem}
        </p>
      )}
    </div>
  )
}
