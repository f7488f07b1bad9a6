import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { takePageData } from '#web/lib/page-data.ts'
import { createQueryClient } from '#web/lib/queries/site.ts'
import { watchSession } from '#web/lib/session.ts'
import { watchTheme } from '#web/lib/theme.ts'
import { App } from './app.tsx'
import { screens } from './screens.ts'
import '#web/styles.css'

watchTheme()
watchSession()
const queryClient = createQueryClient()
const isOnDomain = takePageData(queryClient)?.isOnDomain

const root = document.getElementById('root')
if (!root) throw new Error('#root is missing')

// For hydration, this tree must match the one in entry-server.tsx.
const tree = (
  <StrictMode>
    <BrowserRouter>
      <App screens={screens} queryClient={queryClient} isOnDomain={isOnDomain} />
    </BrowserRouter>
  </StrictMode>
)
// Hydrate in a transition, so user input takes priority.
if (root.hasChildNodes()) startTransition(() => void hydrateRoot(root, tree))
else createRoot(root).render(tree)
