import { generatePath } from 'react-router'
import { guestNameMaxLength } from '#shared/limits.ts'
import type { Link } from '#shared/links.ts'
import type { AddingState } from '#shared/page-data.ts'
import { pages } from '#shared/pages.ts'
import { buttonStyle } from '#web/ui/button-style.ts'
import { controlStyle } from '#web/ui/control-style.ts'

/** Adds one photo at a time in browsers without JavaScript. */
export const NoScriptForm = ({ link, adding }: { link: Link; adding: AddingState }) => {
  const { askName = 'no', needsApproval = false } = link.adding ?? {}
  const owner = link.owner.name || 'the owner'
  return (
    <noscript>
      <form
        method="post"
        action={generatePath(pages.addPhotos, { slug: link.slug })}
        encType="multipart/form-data"
        className="grid gap-5 rounded-card border border-line p-5"
      >
        {adding.isAdded && (
          <p role="status" className="rounded-control bg-ok-soft px-4 py-3.5 text-ui">
            {needsApproval
              ? `Thank you. Your photo is waiting for ${owner}.`
              : 'Thank you. Your photo is in the gallery.'}
          </p>
        )}
        {adding.error && (
          <p role="alert" className="rounded-control bg-danger-soft px-4 py-3.5 text-danger text-ui">
            {adding.error}
          </p>
        )}
        {/* Comes first, so the server has the name before the file arrives. */}
        {askName !== 'no' && (
          <p className="grid gap-1.5">
            <label htmlFor="name" className="font-medium text-ui">
              {askName === 'required' ? 'Your name' : 'Your name (optional)'}
            </label>
            <input
              id="name"
              name="name"
              className={controlStyle}
              autoComplete="name"
              maxLength={guestNameMaxLength}
              required={askName === 'required'}
            />
          </p>
        )}
        <p className="grid gap-1.5">
          <label htmlFor="image" className="font-medium text-ui">
            Photo
          </label>
          <input id="image" name="image" type="file" accept="image/*,.heic,.heif" required className={controlStyle} />
        </p>
        <button type="submit" className={buttonStyle.primaryBig}>
          Send photo
        </button>
      </form>
    </noscript>
  )
}
