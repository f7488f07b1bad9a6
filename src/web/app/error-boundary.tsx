import { Component, type ReactNode } from 'react'
import { pages } from '#shared/pages.ts'
import { buttonStyle } from '#web/ui/button-style.ts'
import { StateScreen } from '#web/ui/state-screen.tsx'

/** The last resort: a screen that broke says so, and what it was is in the console, as React writes it there. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError = () => ({ hasFailed: true })

  override render() {
    if (!this.state.hasFailed) return this.props.children
    return (
      <main>
        <StateScreen
          title="This page could not be shown"
          sentence="Something went wrong in your browser, not with your pictures. Loading the page again usually helps."
        >
          <a className={buttonStyle.primary} href={pages.home}>
            Go to the home page
          </a>
        </StateScreen>
      </main>
    )
  }
}
