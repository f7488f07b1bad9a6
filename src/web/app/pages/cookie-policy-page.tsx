export const CookiePolicyPage = () => (
  <div className="page py-16">
    <title>Cookie Policy · Framelight</title>
    <h1 className="text-title">Cookie Policy</h1>
  </div>
)
