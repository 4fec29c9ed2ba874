import { render } from 'preact';

const root = document.getElementById('app');
if (root) render(<p>Sanqi 三棋</p>, root);
