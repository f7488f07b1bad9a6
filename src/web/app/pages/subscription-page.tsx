export const SubscriptionPage = () => (
  <div className="page py-16">
    <title>Choose your plan · Framelight</title>
    <h1 className="text-title">Choose your plan</h1>
  </div>
)
