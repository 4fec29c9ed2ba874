-- Openings of Xiangqi have other names and more of them: the server looks at those games again when it has started.
UPDATE games SET opening_code = '?' WHERE game = 'xiangqi';
