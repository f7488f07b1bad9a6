export const SubscriptionSuccessPage = () => (
  <div className="page py-16">
    <title>Subscription · Framelight</title>
    <h1 className="text-title">Subscription</h1>
  </div>
)
