/** A message of the system, for a visitor who asked for it and does not see the page. */
export async function notify(title: string): Promise<void> {
  if (!document.hidden || !('Notification' in window) || Notification.permission !== 'granted') return;
  const { showNotification } = await import('./notification');
  await showNotification(title);
}
