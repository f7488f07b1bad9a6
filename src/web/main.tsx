import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { createQueryClient } from '#web/lib/queries/site.ts'
import { takePageData } from '#web/recipient/page-data.ts'
import { App } from './app/app.tsx'
import { screens } from './app/screens.ts'
import { watchSession } from './lib/session.ts'
import { watchTheme } from './lib/theme.ts'
import './styles.css'

watchTheme()
watchSession()
const queryClient = createQueryClient()
takePageData(queryClient)

const root = document.getElementById('root')
if (!root) throw new Error('#root is missing')

// For hydration, this tree must match the one in entry-server.tsx.
const tree = (
  <StrictMode>
    <BrowserRouter>
      <App screens={screens} queryClient={queryClient} />
    </BrowserRouter>
  </StrictMode>
)
// Hydrate in a transition, so user input takes priority.
if (root.hasChildNodes()) startTransition(() => void hydrateRoot(root, tree))
else createRoot(root).render(tree)
