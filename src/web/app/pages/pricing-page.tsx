export const PricingPage = () => (
  <div className="page py-16">
    <title>Pricing · Framelight</title>
    <h1 className="text-title">Pricing</h1>
  </div>
)
