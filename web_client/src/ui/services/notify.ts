/** One tag: the next message takes the place of the last. */
const look = { icon: '/icon-turn.svg', tag: 'sanqi-turn' };

/** A message of the system, for a visitor who asked for it and does not see the page. It leads back to where they are now. */
export async function notify(title: string): Promise<void> {
  if (!document.hidden || !('Notification' in window) || Notification.permission !== 'granted') return;
  const path = location.pathname;
  const options = { ...look, data: path };
  try {
    const shown = new Notification(title, options);
    shown.onclick = () => {
      window.focus();
      if (location.pathname !== path) location.assign(path);
      shown.close();
    };
  } catch {
    // Android lets nobody but a service worker speak; without one it stays silent.
    if (!('serviceWorker' in navigator)) return;
    const worker = await navigator.serviceWorker.getRegistration();
    await worker?.showNotification(title, options);
  }
}
