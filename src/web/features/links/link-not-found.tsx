import { Link } from 'react-router'
import { pages } from '#shared/pages.ts'
import { buttonStyle } from '#web/ui/button-style.ts'
import { StateScreen } from '#web/ui/state-screen.tsx'

export const LinkNotFound = () => (
  <StateScreen
    title="Unable to fetch the link"
    sentence="It may have been deleted, or it belongs to someone else. Your links are on the dashboard."
  >
    <Link to={pages.dashboard} className={buttonStyle.primary}>
      Go to Dashboard
    </Link>
  </StateScreen>
)
