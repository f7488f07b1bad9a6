import { CalendarPlus } from 'lucide-react'
import { generatePath, Link } from 'react-router'
import { pages } from '#shared/pages.ts'
import { buttonStyle } from '#web/ui/button-style.ts'
import { StateScreen } from '#web/ui/state-screen.tsx'

export const ReopenLink = ({ title, link }: { title: string; link: { _id: string; title: string } }) => (
  <StateScreen
    title={title}
    sentence={`"${link.title}" has expired. Its images are safe, and only you can see them until you reopen it.`}
  >
    <section aria-labelledby="owner-controls" className="grid gap-3">
      <h2 id="owner-controls" className="font-medium text-ui">
        Owner Controls
      </h2>
      <div className="flex flex-wrap gap-3">
        <Link className={buttonStyle.primary} to={`${generatePath(pages.editLink, { linkId: link._id })}#expiry`}>
          <CalendarPlus size={18} strokeWidth={1.75} aria-hidden="true" />
          Edit Link
        </Link>
        <Link className={buttonStyle.plain} to={generatePath(pages.upload, { linkId: link._id })}>
          Upload Images
        </Link>
      </div>
    </section>
  </StateScreen>
)
