import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { App } from './app/app.tsx'
import { Providers } from './app/providers.tsx'
import { screens } from './app/screens.ts'
import { createQueryClient } from './lib/query-client.ts'
import { keepSession } from './lib/session.ts'
import { keepTheme } from './lib/theme.ts'
import './styles.css'

keepTheme()
keepSession()

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')

createRoot(root).render(
  <StrictMode>
    <BrowserRouter>
      <Providers queryClient={createQueryClient()}>
        <App screens={screens} />
      </Providers>
    </BrowserRouter>
  </StrictMode>,
)
