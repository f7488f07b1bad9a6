import { Component, type ReactNode } from 'react'
import { pages } from '#shared/pages.ts'
import { buttonStyle } from '#web/ui/button-style.ts'
import { StateScreen } from '#web/ui/state-screen.tsx'

/** Doesn't log the error, because React already does. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError = () => ({ hasFailed: true })

  override render() {
    if (!this.state.hasFailed) return this.props.children
    return (
      <main>
        <StateScreen
          title="Something went wrong"
          sentence="The page crashed in your browser. Your photos are safe. Go back to Home and try again."
        >
          <a className={buttonStyle.primary} href={pages.home}>
            Go to Home
          </a>
        </StateScreen>
      </main>
    )
  }
}
