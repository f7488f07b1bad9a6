import { Route, Routes } from 'react-router'
import { Layout } from './layout.tsx'
import { HomePage } from './pages/home-page.tsx'
import { NotFoundPage } from './pages/not-found-page.tsx'
import { paths } from './paths.ts'

export const App = () => (
  <Routes>
    <Route element={<Layout />}>
      <Route path={paths.home} element={<HomePage />} />
      <Route path="*" element={<NotFoundPage />} />
    </Route>
  </Routes>
)
