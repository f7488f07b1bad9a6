export const DashboardPage = () => (
  <div className="page py-16">
    <title>Dashboard · Framelight</title>
    <h1 className="text-title">Dashboard</h1>
  </div>
)
