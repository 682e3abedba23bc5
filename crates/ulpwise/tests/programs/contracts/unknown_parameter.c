// ulpwise: range z = 0..1; range width = 0..1
//~^ diagnostic: `area` has no parameter `z`, only width, height
//= area overflow proven
// ulpwise: range height = 0..1; assume widht < height
//~^ diagnostic: there is no parameter `widht`; did you mean `width`?
double area(double width, double height) { return width * height; }
