/** Shows a notification of the system where that is allowed and the page is hidden; else does nothing. Never
 *  rejects. */
export async function notify(title: string): Promise<void> {
  if (!document.hidden || !('Notification' in window) || Notification.permission !== 'granted') return;
  // Without a network, or where the browser thinks better of it, none is shown.
  await import('./notification').then((file) => file.showNotification(title)).catch(() => undefined);
}
