export const FaqPage = () => (
  <div className="page py-16">
    <title>FAQ · Framelight</title>
    <h1 className="text-title">FAQ</h1>
  </div>
)
