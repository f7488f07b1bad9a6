import { lazy, Suspense, useRef, useState } from 'react'
import { generatePath, useParams } from 'react-router'
import { linkPasswordLength } from '#shared/limits.ts'
import { pages } from '#shared/pages.ts'
import { useMounted } from '#web/lib/use-mounted.ts'
import { buttonStyle } from '#web/ui/button-style.ts'
import { controlStyle } from '#web/ui/control-style.ts'
import { StateScreen } from '#web/ui/state-screen.tsx'

const UnlockFormScripts = lazy(() => import('./unlock-form-scripts.tsx'))

/** Asks for a gallery's password. A form of the page itself: it works without scripts, and answers with a page. */
export function UnlockForm({ title, problem }: { title: string; problem: string | undefined }) {
  const { slug } = useParams()
  const input = useRef<HTMLInputElement>(null)
  const isMounted = useMounted()
  const [said, setSaid] = useState(problem)
  // A picture's page does not tell which gallery it is from.
  if (!slug) return <StateScreen title={title} sentence="Open the link of its gallery and enter the password there." />

  return (
    <StateScreen title={title} sentence="The person who sent you this link has it.">
      <form
        method="post"
        action={`${generatePath(pages.gallery, { slug })}/unlock`}
        className="grid w-full max-w-100 gap-5"
      >
        <div className="grid gap-1.5">
          <label htmlFor="password" className="font-medium text-ui">
            Password
          </label>
          <div className="relative">
            <input
              ref={input}
              id="password"
              className={`${controlStyle} pr-13`}
              type="password"
              name="password"
              required
              maxLength={linkPasswordLength.max}
              autoComplete="off"
              // biome-ignore lint/a11y/noAutofocus: it is all that the page is for
              autoFocus
              aria-invalid={said ? true : undefined}
              aria-describedby={said && 'problem'}
            />
            {isMounted && (
              <Suspense>
                <UnlockFormScripts slug={slug} input={input} onProblem={setSaid} />
              </Suspense>
            )}
          </div>
          {said && (
            <p id="problem" role="alert" className="text-caption text-danger">
              {said}
            </p>
          )}
        </div>
        <button type="submit" className={buttonStyle.primaryBig}>
          Open the gallery
        </button>
      </form>
    </StateScreen>
  )
}
