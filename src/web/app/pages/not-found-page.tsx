import { Link } from 'react-router'
import { paths } from '#web/app/paths.ts'
import { EmptyFrame } from '#web/ui/empty-frame.tsx'

const linkStyle = 'link inline-flex min-h-11 items-center'

export const NotFoundPage = () => (
  <div className="page grid items-center gap-10 py-[clamp(2rem,7vw,6rem)] lg:grid-cols-2 lg:gap-24">
    <title>Page not found · Framelight</title>
    <EmptyFrame />
    <div className="grid justify-items-start gap-5">
      <h1 className="text-title">This page does not exist</h1>
      <p className="max-w-lead text-ink-2 text-lead">The address may be old or mistyped. These do exist:</p>
      <ul className="flex flex-wrap gap-x-7 gap-y-1">
        <li>
          <Link className={linkStyle} to={paths.home}>
            Home
          </Link>
        </li>
        <li>
          <a className={linkStyle} href={paths.apiDocs}>
            API documentation
          </a>
        </li>
      </ul>
    </div>
  </div>
)
