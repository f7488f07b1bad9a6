import { CircleAlert, Clock } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { generatePath, useParams } from 'react-router'
import { linkPasswordLength } from '#shared/limits.ts'
import type { RefusedPassword } from '#shared/page-data.ts'
import { pages } from '#shared/pages.ts'
import { useMounted } from '#web/lib/use-mounted.ts'
import { buttonStyle } from '#web/ui/button-style.ts'
import { controlStyle } from '#web/ui/control-style.ts'
import { StateScreen } from '#web/ui/state-screen.tsx'

const UnlockFormScripts = lazy(() => import('./unlock-form-scripts.tsx'))

type Props = { title: string; studioName: string | undefined; refused: RefusedPassword | undefined }

/** This is a plain HTML form, so it works without JavaScript. */
export function UnlockForm({ title, studioName, refused }: Props) {
  const { slug } = useParams()
  const input = useRef<HTMLInputElement>(null)
  const isMounted = useMounted()
  const [last, setLast] = useState(refused)
  const isLocked = last?.retryAfterSeconds !== undefined
  const error = isLocked ? undefined : last?.sentence
  // Image pages don't have the slug of their gallery.
  if (!slug) return <StateScreen title={title} sentence="Open the gallery link to enter the password." />

  return (
    <StateScreen
      title={title}
      sentence={
        studioName
          ? `${studioName} has shared photos with you. The password came with the link.`
          : "Don't have it? Ask the person who sent you this link."
      }
    >
      <form
        method="post"
        action={`${generatePath(pages.gallery, { slug })}/unlock`}
        className="grid w-full max-w-100 gap-5"
      >
        {isLocked && (
          // Don't use `Notice`, because its code would end up in the initial bundle of every gallery page.
          <p role="alert" className="flex items-start gap-3 rounded-control bg-warn-soft px-4 py-3.5 text-ui">
            <Clock size={20} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-warn" />
            {last.sentence}
          </p>
        )}
        <div className="grid gap-1.5">
          <label htmlFor="password" className="font-medium text-ui">
            Password
          </label>
          <div className="relative">
            <input
              ref={input}
              id="password"
              className={`${controlStyle} pr-13 disabled:border-line disabled:bg-sunken`}
              type="password"
              name="password"
              required
              disabled={isLocked}
              maxLength={linkPasswordLength.max}
              autoComplete="off"
              // biome-ignore lint/a11y/noAutofocus: the page has no other purpose
              autoFocus
              aria-invalid={error ? true : undefined}
              aria-describedby={error && 'problem'}
            />
            {isMounted && (
              <Suspense>
                <UnlockFormScripts slug={slug} input={input} refused={last} onRefused={setLast} />
              </Suspense>
            )}
          </div>
          {error && (
            // Don't use `FieldError`, because it would enlarge the initial bundle too.
            <p id="problem" role="alert" className="flex items-start gap-1.5 text-caption text-danger">
              <CircleAlert size={16} strokeWidth={1.75} aria-hidden="true" className="mt-0.5 shrink-0" />
              <span>{error}</span>
            </p>
          )}
        </div>
        <button type="submit" className={buttonStyle.primaryBig} disabled={isLocked}>
          Open the gallery
        </button>
      </form>
    </StateScreen>
  )
}
