/** A message of the system, for a visitor who asked for it and does not see the page. */
export async function notify(title: string): Promise<void> {
  if (!document.hidden || !('Notification' in window) || Notification.permission !== 'granted') return;
  // Without a network, or where the browser thinks better of it, none is shown.
  await import('./notification').then((file) => file.showNotification(title)).catch(() => undefined);
}
