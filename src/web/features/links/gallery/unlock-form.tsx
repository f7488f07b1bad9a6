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

/** Asks for a gallery's password. A form of the page itself: it works without scripts, and answers with a page. */
export function UnlockForm({ title, refused }: { title: string; refused: RefusedPassword | undefined }) {
  const { slug } = useParams()
  const input = useRef<HTMLInputElement>(null)
  const isMounted = useMounted()
  const [last, setLast] = useState(refused)
  const isLocked = last?.retryAfterSeconds !== undefined
  const mistake = isLocked ? undefined : last?.sentence
  // A picture's page does not tell which gallery it is from.
  if (!slug) return <StateScreen title={title} sentence="Open the link of its gallery and enter the password there." />

  return (
    <StateScreen title={title} sentence="The person who sent you this link has it.">
      <form
        method="post"
        action={`${generatePath(pages.gallery, { slug })}/unlock`}
        className="grid w-full max-w-100 gap-5"
      >
        {isLocked && (
          // Like `Notice`, which would bring what it is bundled with into the first script of every page that has one.
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
              // biome-ignore lint/a11y/noAutofocus: it is all that the page is for
              autoFocus
              aria-invalid={mistake ? true : undefined}
              aria-describedby={mistake && 'problem'}
            />
            {isMounted && (
              <Suspense>
                <UnlockFormScripts slug={slug} input={input} refused={last} onRefused={setLast} />
              </Suspense>
            )}
          </div>
          {mistake && (
            // Like `FieldError`, for the same reason.
            <p id="problem" role="alert" className="flex items-start gap-1.5 text-caption text-danger">
              <CircleAlert size={16} strokeWidth={1.75} aria-hidden="true" className="mt-0.5 shrink-0" />
              <span>{mistake}</span>
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
