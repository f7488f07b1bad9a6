export const SubscriptionCancelPage = () => (
  <div className="page py-16">
    <title>Checkout canceled · Framelight</title>
    <h1 className="text-title">Checkout canceled</h1>
  </div>
)
