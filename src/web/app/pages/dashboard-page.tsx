import { Dashboard } from '#web/features/links/dashboard.tsx'

export const DashboardPage = () => (
  <>
    <title>Dashboard · Framelight</title>
    <Dashboard />
  </>
)
