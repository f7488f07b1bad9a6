/** Whether the task sends an email. */
export const isEmailTask = ({ kind }: { kind: string }) => /-(mail|notice)$/.test(kind) || kind === 'webhook-off'
